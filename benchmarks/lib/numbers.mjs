export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]

export const median = (values) => quantile(values, 0.5)

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
