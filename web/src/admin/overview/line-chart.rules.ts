/** The next round number above `most`, so that the three grid lines have round labels. */
export function niceTop(most: number): number {
  if (most <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 4, 5, 6, 8, 10].find((step) => step * power >= most) ?? 10) * power
}

/** Like niceTop, for bytes: rounds within powers of 1024. */
export function niceBytes(most: number): number {
  const K = 1024
  if (most <= K) return K
  const unit = K ** Math.floor(Math.log(most) / Math.log(K))
  return niceTop(Math.ceil(most / unit)) * unit
}

export const CHART_WIDTH = 640
export const CHART_HEIGHT = 164
const [TOP, BOTTOM, RIGHT] = [32, 132, 592]

/** Coordinates of the points of a curve. */
export function pointsOf(values: number[], top: number): [number, number][] {
  const step = values.length > 1 ? RIGHT / (values.length - 1) : 0
  return values.map((value, at) => [values.length > 1 ? at * step : RIGHT, BOTTOM - (value / top) * (BOTTOM - TOP)])
}

/** The grid lines: zero, half and top. */
export const gridOf = (top: number) => [0, top / 2, top].map((value) => ({ value, y: BOTTOM - (value / top) * (BOTTOM - TOP) }))

export const pathOf = (points: [number, number][]) =>
  points.map(([x, y], at) => `${at ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
export const areaOf = (points: [number, number][]) =>
  points.length
    ? `${pathOf(points)}L${(points.at(-1) as [number, number])[0].toFixed(1)} ${BOTTOM}L${(points[0] as [number, number])[0].toFixed(1)} ${BOTTOM}z`
    : ''

/** Indexes of the days with a label: the first, the last and up to two between. */
export function daysShown(count: number): number[] {
  if (count < 2) return [0]
  const parts = Math.min(3, count - 1)
  return Array.from({ length: parts + 1 }, (_, at) => Math.round((at * (count - 1)) / parts))
}
