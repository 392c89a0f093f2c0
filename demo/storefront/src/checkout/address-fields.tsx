import type { ReactNode } from "react"
import { Field } from "../components/field"
import { countryName, dialCode } from "../format"
import { useShop } from "../shop/context"
import { isSamePlace, placeOf, type CheckoutForm, type FormErrors, type SavedAddress } from "./form"
import { hasPostalCodes } from "./postal-codes"
import type { PhoneCheck } from "./use-phone-check"

interface AddressFieldsProps {
  form: CheckoutForm
  errors: FormErrors
  checkPhone: PhoneCheck
  /** Of the customer who is logged in. */
  saved: SavedAddress[]
  onChange: (change: Partial<CheckoutForm>) => void
  children?: ReactNode
}

export function AddressFields({ form, errors, checkPhone, saved, onChange, children }: AddressFieldsProps) {
  const { t, language } = useShop()
  const dial = dialCode(form.country_code)
  const { used, foreignCountry } = checkPhone(form.phone, form.country_code)
  const foreign = foreignCountry && t.phoneForeign(countryName(foreignCountry, language))
  const phoneHint = used ? [t.phoneUsed(used), foreign].filter(Boolean).join(" ") : dial && t.phoneHint(dial)
  const field = (name: keyof CheckoutForm, label: string) => ({
    name,
    label,
    value: form[name],
    error: errors[name],
    onValue: (value: string) => onChange({ [name]: value }),
    "data-testid": `checkout-${name.replace("_1", "").replaceAll("_", "-")}`,
  })
  return (
    <>
      <fieldset className="block">
        <legend>{t.contact}</legend>
        <div className="fields">
          <Field
            {...field("email", t.emailOptional)}
            wide
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
          />
        </div>
      </fieldset>
      <fieldset className="block">
        <legend>{t.address}</legend>
        <div className="fields">
          {saved.length > 0 && <SavedAddresses form={form} saved={saved} onChange={onChange} />}
          <CountryField value={form.country_code} onValue={(country_code) => onChange({ country_code })} />
          <Field {...field("first_name", t.firstName)} autoComplete="given-name" />
          <Field {...field("last_name", t.lastName)} autoComplete="family-name" />
          <Field
            {...field("phone", t.phone)}
            wide
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            hint={phoneHint ?? undefined}
            before={form.phone.trim().startsWith("+") ? null : dial}
          />
          <Field {...field("address_1", t.street)} wide autoComplete="address-line1" />
          <Field {...field("city", t.city)} autoComplete="address-level2" />
          <Field
            {...field("postal_code", hasPostalCodes(form.country_code) ? t.postalCode : t.postalCodeOptional)}
            autoComplete="postal-code"
          />
        </div>
        {children}
      </fieldset>
    </>
  )
}

function SavedAddresses({ form, saved, onChange }: Pick<AddressFieldsProps, "form" | "saved" | "onChange">) {
  const { t } = useShop()
  const chosen = saved.find((one) => isSamePlace(one, form))
  const choose = (id: string) => {
    const address = saved.find((one) => one.id === id)
    const { country_code, first_name, last_name, phone } = form
    const empty = { address_1: "", city: "", postal_code: "" }
    onChange(address ? placeOf(address, form) : { country_code, first_name, last_name, phone, ...empty })
  }
  const nameOf = ({ address_name, address_1, city }: SavedAddress) =>
    [address_name, address_1, city].filter(Boolean).join(", ")
  return (
    <div className="field wide">
      <label htmlFor="field-saved">{t.savedAddress}</label>
      <div className="input">
        <select
          id="field-saved"
          data-testid="checkout-saved"
          value={chosen?.id ?? ""}
          onChange={(event) => choose(event.target.value)}
        >
          {saved.map((one) => (
            <option key={one.id} value={one.id}>
              {nameOf(one)}
            </option>
          ))}
          <option value="">{t.newAddress}</option>
        </select>
      </div>
    </div>
  )
}

function CountryField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const { t, region, language } = useShop()
  const codes = (region.countries ?? []).flatMap((one) => one.iso_2 ?? [])
  if (codes.length <= 1) {
    return null
  }
  return (
    <div className="field wide">
      <label htmlFor="field-country_code">{t.country}</label>
      <div className="input">
        <select
          id="field-country_code"
          data-testid="checkout-country"
          autoComplete="country"
          value={value}
          onChange={(event) => onValue(event.target.value)}
        >
          {codes.map((code) => (
            <option key={code} value={code}>
              {countryName(code, language)}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
