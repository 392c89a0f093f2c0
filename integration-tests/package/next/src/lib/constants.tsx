import { withPayCollect } from "./paycollect-names"

export const paymentInfoMap = withPayCollect({})
