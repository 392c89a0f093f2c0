export { reconcileIntentsWorkflow } from "./reconcile-intents"
export { settleIntentWorkflow } from "./settle-intent"
export { type SettleInput, type SettleResult, type SettleStatus } from "../settlement/settle"
export { type ReconcileNumbers } from "../settlement/reconcile"
