export { advanceDueWorkflow } from "./advance-due"
export { advanceIntentWorkflow } from "./advance-intent"
export { type AdvanceInput, type AdvanceResult, type AdvanceStatus } from "../orders/advance"
export { type DueRunNumbers } from "../orders/advance-due"
