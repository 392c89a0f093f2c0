/** "1 order", "2 orders". */
export const counted = (count: number, what: string, many = `${what}s`) =>
  `${count} ${count === 1 ? what : many}`
