import { PayCollectProvider } from "./provider"

/** All methods the service offers: `pp_paycollect_<id>`. */
export class PayCollectProviderService extends PayCollectProvider {
  static override identifier = "paycollect"
}

/** Mobile money only: `pp_paycollect-mobile-money_<id>`. */
export class PayCollectMobileMoneyProviderService extends PayCollectProvider {
  static override identifier = "paycollect-mobile-money"
}

/** Cards only: `pp_paycollect-card_<id>`. */
export class PayCollectCardProviderService extends PayCollectProvider {
  static override identifier = "paycollect-card"
}
