import { walkEveryScenario } from "./support/walk"

walkEveryScenario(1)
