export { settleIntentWorkflow } from "./settle-intent"
export { type SettleInput, type SettleResult, type SettleStatus } from "./settle/settle"
