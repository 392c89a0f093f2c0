import { walkEveryScenario } from "./support/walk"

walkEveryScenario(0)
