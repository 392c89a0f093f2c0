/** The darker blue of the kit: its usual one has too little contrast on white. */
export const link =
  "text-ui-fg-interactive-hover hover:underline focus-visible:shadow-borders-focus rounded outline-none"
