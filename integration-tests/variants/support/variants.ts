import { type PluginOptionsInput } from "../../../src/settings/options-schema"
import {
  type Variant,
  VARIANT_CHOICES,
  VARIANT_TRAITS,
  type VariantTrait,
} from "../../../packages/dev/src/sandbox"
import { pairwise, type Row } from "./pairwise"

/** What a shop chooses of the service, where it changes what the service answers. */
const SHOP_CHOICES = {
  feeBearer: ["merchant", "customer"],
  confirmationMethod: ["automatic", "manual"],
} as const

/** `any` is what both of the others are, so it shows nothing. */
const SERVICE_CHOICES = Object.fromEntries(
  VARIANT_TRAITS.map((trait) => [trait, VARIANT_CHOICES[trait].filter((choice: string) => choice !== "any")])
) as Record<VariantTrait, string[]>

export const AXES = { ...SERVICE_CHOICES, ...SHOP_CHOICES }

export interface Meeting extends Row<typeof SHOP_CHOICES> {
  variant: Variant
  /** from 1 */
  number: number
  /** every choice that is not the first, in words */
  title: string
}

/** Faces and shops in which every two choices meet. */
export function meetings(): Meeting[] {
  return pairwise(AXES).map(({ feeBearer, confirmationMethod, ...variant }, index) => {
    const row: Record<string, string> = { ...variant, feeBearer, confirmationMethod }
    const special = Object.entries(row).filter(
      ([axis, choice]) => choice !== AXES[axis as keyof typeof AXES][0]
    )
    const title = special.map(([axis, choice]) => `${axis} ${choice}`).join(", ") || "as documented"
    return {
      variant: variant as Variant,
      feeBearer: feeBearer as Meeting["feeBearer"],
      confirmationMethod: confirmationMethod as Meeting["confirmationMethod"],
      number: index + 1,
      title: `${index + 1}: ${title}`,
    }
  })
}

/** What the sandbox rounds up to, in major units. */
const FIVES = "XAF /5, XOF /5, EUR /0.05"
const ROUNDING = { "paycollect-mobile-money": FIVES, "paycollect-card": FIVES }

/** The options that docs/unknowns.md names for a variant; every other variant is met with the defaults. */
export function optionsFor({ variant, feeBearer, confirmationMethod }: Meeting): PluginOptionsInput {
  return {
    feeBearer,
    confirmationMethod,
    ...(variant.rounding !== "none" && { amounts: ROUNDING }),
    service: {
      ...(confirmationMethod === "manual" && { confirmPath: "/payment-intents/{id}/confirm" }),
      ...(variant.verifyMethod === "PATCH" && { verifyMethod: "PATCH" }),
      ...(variant.authHeader === "x-api-key" && { authHeader: "x-api-key" }),
      ...(variant.feeUnit === "major" && { feeAmountUnit: "major" }),
      ...(variant.signature === "other_header" && { signatureHeader: "X-PayCollect-Digest" }),
    },
  }
}
