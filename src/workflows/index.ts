export { advanceDueWorkflow } from "./advance-due"
export { advanceIntentWorkflow } from "./advance-intent"
export { type AdvanceInput, type AdvanceResult, type AdvanceStatus } from "../settlement/advance"
export { type DueRunNumbers } from "../settlement/advance-due"
