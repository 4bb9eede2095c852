export interface Row {
  label: string
  unit: string
  measured: number
  /** The upper limit, or the lower limit with `atLeast`. Without it the value is only informative. */
  limit?: number
  atLeast?: boolean
}

const formatted = (n: number) => (n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toPrecision(2))

/** The measured values with their limits as a Markdown table. */
export function report(rows: Row[]): string {
  const lines = rows.map(({ label, unit, measured, limit, atLeast }) => {
    if (limit === undefined) return `| ${label} | ${formatted(measured)} ${unit} | | |`
    const isMet = atLeast ? measured >= limit : measured <= limit
    return `| ${label} | ${formatted(measured)} ${unit} | ${atLeast ? '≥' : '≤'} ${formatted(limit)} | ${isMet ? 'met' : '**missed**'} |`
  })
  return ['| What | Measured | Limit | |', '| :-- | --: | --: | :-- |', ...lines].join('\n')
}
