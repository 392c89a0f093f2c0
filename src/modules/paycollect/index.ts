import { Module } from "@medusajs/framework/utils"
import { moduleIfThere, moduleOf, PAYCOLLECT_MODULE } from "../../payments/module"
import parts from "./loaders/parts"
import PayCollectModuleService from "./service"

export { PAYCOLLECT_MODULE }

/** The module of the store that the container belongs to. */
export const paycollectOf = moduleOf<PayCollectModuleService>

/** As `paycollectOf`; undefined in a store that was taken the module out of. */
export const paycollectIfThere = moduleIfThere<PayCollectModuleService>

export default Module(PAYCOLLECT_MODULE, { service: PayCollectModuleService, loaders: [parts] })
