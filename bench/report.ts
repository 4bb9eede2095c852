export interface Row {
  what: string
  unit: string
  measured: number
  /** The upper limit, or the lower limit with `atLeast`. Without it the value is only informative. */
  promise?: number
  atLeast?: boolean
}

const formatted = (n: number) => (n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toPrecision(2))

/** The measured values with their limits as a Markdown table. */
export function report(rows: Row[]): string {
  const lines = rows.map(({ what, unit, measured, promise, atLeast }) => {
    if (promise === undefined) return `| ${what} | ${formatted(measured)} ${unit} | | |`
    const isMet = atLeast ? measured >= promise : measured <= promise
    return `| ${what} | ${formatted(measured)} ${unit} | ${atLeast ? '≥' : '≤'} ${formatted(promise)} | ${isMet ? 'met' : '**missed**'} |`
  })
  return ['| What | Measured | Limit | |', '| :-- | --: | --: | :-- |', ...lines].join('\n')
}
