import { Module } from "@medusajs/framework/utils"
import PayCollectModuleService from "./service"

export const PAYCOLLECT_MODULE = "paycollect"

export default Module(PAYCOLLECT_MODULE, { service: PayCollectModuleService })
