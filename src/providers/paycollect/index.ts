import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import {
  PayCollectCardProviderService,
  PayCollectMobileMoneyProviderService,
  PayCollectProviderService,
} from "./provider"

export default ModuleProvider(Modules.PAYMENT, {
  services: [PayCollectProviderService, PayCollectMobileMoneyProviderService, PayCollectCardProviderService],
})
