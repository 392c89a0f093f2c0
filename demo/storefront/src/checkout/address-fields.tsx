import { Field } from "../components/field"
import { countryName, dialCode } from "../format"
import { useShop } from "../shop/context"
import type { CheckoutForm, FormErrors } from "./form"

interface AddressFieldsProps {
  form: CheckoutForm
  errors: FormErrors
  onChange: (change: Partial<CheckoutForm>) => void
}

export function AddressFields({ form, errors, onChange }: AddressFieldsProps) {
  const { t } = useShop()
  const dial = dialCode(form.country_code)
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
            {...field("email", t.email)}
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
          <CountryField value={form.country_code} onValue={(country_code) => onChange({ country_code })} />
          <Field {...field("first_name", t.firstName)} autoComplete="given-name" />
          <Field {...field("last_name", t.lastName)} autoComplete="family-name" />
          <Field
            {...field("phone", t.phone)}
            wide
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            hint={dial ? t.phoneHint(dial) : undefined}
            before={form.phone.trim().startsWith("+") ? null : dial}
          />
          <Field {...field("address_1", t.street)} wide autoComplete="address-line1" />
          <Field {...field("city", t.city)} autoComplete="address-level2" />
          <Field {...field("postal_code", t.postalCodeOptional)} autoComplete="postal-code" />
        </div>
      </fieldset>
    </>
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
