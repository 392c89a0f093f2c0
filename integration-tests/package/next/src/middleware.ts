import { type NextRequest, NextResponse } from "next/server"
import { returnFromPayCollect } from "./lib/paycollect-return"

/** As the documentation changes the starter's file of this name. */
export function middleware(request: NextRequest) {
  return returnFromPayCollect(request) ?? NextResponse.next()
}
