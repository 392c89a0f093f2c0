import { masked } from "../masked"

it.each([
  ["sk_test_0123456789abcdef", "sk_test_••••cdef"],
  ["sk_live_0123456789ab", "sk_live_••••89ab"],
  ["whsec_0123456789abcdef", "whsec_••••cdef"],
  ["sk_test_0123456789a", "sk_test_••••"],
  ["whsec_12345678", "whsec_••••"],
  ["12345678901", "••••"],
  ["my_sk_test_0123456789ab", "••••89ab"],
])("masks %s as %s", (secret, shown) => {
  expect(masked(secret)).toBe(shown)
})
