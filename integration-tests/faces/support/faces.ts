import { type PluginOptionsInput } from "../../../src/options"
import { type Face, FACE_CHOICES, FACE_TRAITS, type FaceTrait } from "../../../packages/dev/src/sandbox"
import { pairwise, type Row } from "./pairwise"

/** What a shop chooses of the service, where it changes what the service answers. */
const SHOP_CHOICES = {
  feeBearer: ["merchant", "customer"],
  confirmationMethod: ["automatic", "manual"],
} as const

/** `any` is what both of the others are, so it shows nothing. */
const SERVICE_CHOICES = Object.fromEntries(
  FACE_TRAITS.map((trait) => [trait, FACE_CHOICES[trait].filter((choice: string) => choice !== "any")])
) as Record<FaceTrait, string[]>

export const AXES = { ...SERVICE_CHOICES, ...SHOP_CHOICES }

export interface Meeting extends Row<typeof SHOP_CHOICES> {
  face: Face
  /** from 1 */
  number: number
  /** every choice that is not the first, in words */
  title: string
}

/** Faces and shops in which every two choices meet. */
export function meetings(): Meeting[] {
  return pairwise(AXES).map(({ feeBearer, confirmationMethod, ...face }, index) => {
    const row: Record<string, string> = { ...face, feeBearer, confirmationMethod }
    const special = Object.entries(row).filter(
      ([axis, choice]) => choice !== AXES[axis as keyof typeof AXES][0]
    )
    const title = special.map(([axis, choice]) => `${axis} ${choice}`).join(", ") || "as documented"
    return {
      face: face as Face,
      feeBearer: feeBearer as Meeting["feeBearer"],
      confirmationMethod: confirmationMethod as Meeting["confirmationMethod"],
      number: index + 1,
      title: `${index + 1}: ${title}`,
    }
  })
}

/** The options that docs/unknowns.md names for a face; every other face is met with the defaults. */
export function optionsFor({ face, feeBearer, confirmationMethod }: Meeting): PluginOptionsInput {
  return {
    feeBearer,
    ...(confirmationMethod === "manual" && {
      confirmationMethod,
      confirmPath: "/payment-intents/{id}/confirm",
    }),
    ...(face.verifyMethod === "PATCH" && { verifyMethod: "PATCH" }),
    ...(face.authHeader === "x-api-key" && { authHeader: "x-api-key" }),
    ...(face.feeUnit === "major" && { feeAmountUnit: "major" }),
    ...(face.signature === "other_header" && { webhook: { signatureHeader: "X-PayCollect-Digest" } }),
  }
}
