import { readFileSync } from "node:fs"
import { type AxeResults } from "axe-core"
import { type Page } from "playwright-core"

const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8")

interface Part {
  /** selectors of what is looked at, and of what inside of it is not ours */
  include: string[]
  exclude?: string[]
}

const WHOLE_PAGE: Part = { include: ["html"] }

/** What the page, or the part of it, as it stands there violates of level A and AA. */
export async function violations(page: Page, part = WHOLE_PAGE): Promise<string[]> {
  // What is still fading in has the colours of neither before nor after.
  await page.evaluate(async () => {
    const ended = document.getAnimations().map((animation) => animation.finished.catch(() => undefined))
    await Promise.race([Promise.all(ended), new Promise((resolve) => setTimeout(resolve, 2_000))])
  })
  // Evaluated, not added as a script: the hosted checkout allows no foreign ones.
  await page.evaluate(axe)
  const { violations: found } = (await page.evaluate(
    ({ part: { include, exclude = [] }, levels }) =>
      (window as unknown as { axe: { run: (...args: object[]) => Promise<unknown> } }).axe.run(
        { include, exclude },
        { runOnly: { type: "tag", values: levels } }
      ),
    { part, levels: LEVELS }
  )) as AxeResults
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary}`).join("; ")}`
  )
}

/** Stops of the dashboard's own frame around a page, at most, with those of its dates. */
const IN_THE_FRAME = 60

/** What somebody with a keyboard cannot do on the part of the page: controls that Tab never reaches, or reaches without showing it. */
export async function keyboardProblems(page: Page, part: string): Promise<string[]> {
  const controls = await page.evaluate(markControls, part)
  const seen = new Set<string>()
  const unseen = new Set<string>()
  let last: string | null = null
  // Twice around is enough.
  for (let step = 0; step < 2 * (controls + IN_THE_FRAME); step++) {
    await page.keyboard.press("Tab")
    const { mark, shown } = await page.evaluate(focused)
    // A field for a date has stops of its own for day, month and year.
    const isStill = mark === last
    last = mark
    if (mark === null || isStill) continue
    if (seen.has(mark)) break
    seen.add(mark)
    if (!shown) unseen.add(mark)
  }
  const all = await page.evaluate(() =>
    [...document.querySelectorAll("[data-control]")].map((element) => element.getAttribute("data-control")!)
  )
  return [
    ...all.filter((mark) => !seen.has(mark)).map((mark) => `not reached: ${mark}`),
    ...[...unseen].map((mark) => `focus not shown: ${mark}`),
  ]
}

/** In the page: gives every control a name, and remembers how it looks without the focus. */
async function markControls(part: string): Promise<number> {
  // Of tabs only the chosen one is reached by Tab, the others by arrows.
  // Of radio buttons, too, once one is chosen.
  const radios = "input[type=radio]:not(:checked)"
  const controls = `a[href], button:not([role=tab][aria-selected=false]), input:not(${radios}), textarea, select, [role=combobox]`
  const { activeElement } = document
  if (activeElement instanceof HTMLElement) {
    activeElement.blur()
    await Promise.all(activeElement.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
  }
  const elements = [...document.querySelectorAll<HTMLElement>(`${part} :is(${controls})`)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(":disabled, [aria-hidden=true]") &&
      element.offsetParent !== null &&
      // What is folded away is nobody's.
      element.checkVisibility()
  )
  const styleOf = ({
    outlineStyle,
    outlineWidth,
    boxShadow,
    backgroundColor,
    borderColor,
    color,
  }: CSSStyleDeclaration) =>
    [outlineStyle === "none" ? "" : outlineWidth, boxShadow, backgroundColor, borderColor, color].join()
  // A checkbox is a button without a look of its own: what one sees is the box in it.
  const look = (element: Element) =>
    [element, element.firstElementChild].map((each) => each && styleOf(getComputedStyle(each))).join(" / ")
  const scope = window as unknown as { looks: Map<Element, string>; look: typeof look }
  scope.look = look
  scope.looks = new Map(elements.map((element) => [element, look(element)]))
  elements.forEach((element, index) => {
    const name = element.getAttribute("aria-label") ?? element.textContent ?? element.getAttribute("name")
    element.setAttribute("data-control", `${index} ${element.tagName.toLowerCase()} ${name}`)
  })
  return elements.length
}

/** In the page: the control that has the focus, and whether one sees it. */
async function focused(): Promise<{ mark: string | null; shown: boolean }> {
  const element = document.activeElement
  const mark = element?.getAttribute("data-control") ?? null
  if (!element || mark === null) return { mark: null, shown: false }
  const scope = window as unknown as {
    looks: Map<Element, string>
    look: (element: Element) => string
  }
  await Promise.all(
    element.getAnimations({ subtree: true }).map((animation) => animation.finished.catch(() => undefined))
  )
  return { mark, shown: scope.look(element) !== scope.looks.get(element) }
}
