import "./budget/request-budget.suite"
import "./budget/request-budget-rules.suite"
