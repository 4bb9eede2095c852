export interface Row {
  what: string
  unit: string
  measured: number
  /** At most this, or at least this when `atLeast`; without one it is told, not held. */
  promise?: number
  atLeast?: boolean
}

const shown = (n: number) => (n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toPrecision(2))

/** The promises beside what was measured, as a table. */
export function report(rows: Row[]): string {
  const lines = rows.map(({ what, unit, measured, promise, atLeast }) => {
    if (promise === undefined) return `| ${what} | ${shown(measured)} ${unit} | | |`
    const holds = atLeast ? measured >= promise : measured <= promise
    return `| ${what} | ${shown(measured)} ${unit} | ${atLeast ? '≥' : '≤'} ${shown(promise)} | ${holds ? 'holds' : '**missed**'} |`
  })
  return ['| What | Measured | Promise | |', '| :-- | --: | --: | :-- |', ...lines].join('\n')
}
