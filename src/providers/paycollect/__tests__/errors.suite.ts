import { MedusaError } from "@medusajs/framework/utils"
import { paidAlready } from "../../../payments/errors"

describe("what a customer is told who paid already", () => {
  it("names the payments, so that the shop can find them", () => {
    expect(paidAlready(["JZ1D-7K9P", "0000-0001"])).toMatchObject({
      type: MedusaError.Types.NOT_ALLOWED,
      message: expect.stringMatching(/^This is paid already \(JZ1D-7K9P, 0000-0001\), so no new payment/),
    })
  })

  it("names none where another provider took the money", () => {
    expect(paidAlready([]).message).toMatch(/^This is paid already, so no new payment/)
  })
})
