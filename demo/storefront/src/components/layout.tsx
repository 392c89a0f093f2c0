import type { ReactNode } from "react"
import { Link, useNavigate } from "react-router-dom"
import { countryName } from "../format"
import type { Language } from "../i18n"
import type { Region } from "../shop/cart-api"
import { useShop } from "../shop/context"
import { inCountry } from "../shop/paths"
import { BagIcon, Logo, PersonIcon } from "./icons"

export function Layout({ children }: { children: ReactNode }) {
  const { t, country, cart, config } = useShop()
  const count = cart?.items?.reduce((sum, item) => sum + Number(item.quantity), 0) ?? 0
  return (
    <>
      <a className="skip" href="#main">
        {t.skip}
      </a>
      {config.sandboxUrl && <p className="ribbon">{t.sandbox}</p>}
      <header className="top">
        <Link className="brand" to={`/${country}`} data-testid="home-link">
          <Logo />
          <span className="brand-name">
            <span>Comptoir des</span> Hauts Plateaux
          </span>
        </Link>
        <div className="top-choices">
          <RegionChoice />
          <LanguageChoice />
        </div>
        <nav className="top-links">
          <Link to={`/${country}/account`} aria-label={t.account} data-testid="account-link">
            <PersonIcon />
          </Link>
          <Link to={`/${country}/cart`} aria-label={t.cartCount(count)} data-testid="cart-link">
            <BagIcon />
            <span className="badge" data-testid="cart-count" data-empty={count === 0 || undefined}>
              {count}
            </span>
          </Link>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="bottom">
        <p>{t.intro}</p>
      </footer>
    </>
  )
}

function RegionChoice() {
  const navigate = useNavigate()
  const { t, regions, region, language, mayMove } = useShop()
  const label = (one: Region) => {
    const countries = one.countries ?? []
    const only = countries.length === 1 ? countries[0]?.iso_2 : undefined
    return `${only ? countryName(only, language) : one.name} · ${one.currency_code.toUpperCase()}`
  }
  const choose = async (id: string) => {
    const country = regions.find((one) => one.id === id)?.countries?.[0]?.iso_2
    if (country && (await mayMove())) {
      navigate(inCountry(country))
    }
  }
  return (
    <select
      className="small-select"
      aria-label={t.region}
      data-testid="region-select"
      value={region.id}
      onChange={(event) => void choose(event.target.value)}
    >
      {regions.map((one) => (
        <option key={one.id} value={one.id} data-country={one.countries?.[0]?.iso_2}>
          {label(one)}
        </option>
      ))}
    </select>
  )
}

const LANGUAGES: [Language, string][] = [
  ["fr", "Français"],
  ["en", "English"],
]

function LanguageChoice() {
  const { t, language, setLanguage } = useShop()
  return (
    <div className="languages" role="group" aria-label={t.language}>
      {LANGUAGES.map(([code, name]) => (
        <button
          key={code}
          type="button"
          lang={code}
          title={name}
          aria-label={`${code.toUpperCase()}, ${name}`}
          aria-pressed={language === code}
          data-testid={`language-${code}`}
          onClick={() => setLanguage(code)}
        >
          {code.toUpperCase()}
        </button>
      ))}
    </div>
  )
}
