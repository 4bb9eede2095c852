import { type PointerEvent, useState } from 'react'
import { chartDay } from '../../lib/format.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { areaOf, CHART_HEIGHT, CHART_WIDTH, daysShown, gridOf, niceBytes, niceTop, pathOf, pointsOf } from './line-chart.rules.ts'
import { overviewWords } from './overview.words.ts'

interface Props {
  name: string
  days: string[]
  values: number[]
  /** Formats a value. */
  write: (value: number) => string
  bytes?: boolean
}

/** A line chart over days. The value of a day appears while the pointer is over it. */
export function LineChart({ name, days, values, write, bytes = false }: Props) {
  const t = useWords(overviewWords)
  const language = useLanguage()
  const [over, setOver] = useState<number>()
  const top = (bytes ? niceBytes : niceTop)(Math.max(0, ...values))
  const points = pointsOf(values, top)
  const last = values.length - 1
  const at = over ?? last
  const point = points[at]
  const dayOf = (n: number) => chartDay(days[n] ?? '', language)
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - left) / width) * CHART_WIDTH
    const near = points.reduce((best, [px], n) => (Math.abs(px - x) < Math.abs((points[best]?.[0] ?? 0) - x) ? n : best), 0)
    setOver(near)
  }
  const anchorOf = (n: number) => (n === 0 && last > 0 ? 'start' : n === last ? 'end' : 'middle')
  return (
    <svg
      className="adm-chart"
      viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
      role="img"
      aria-label={t.chart(name, dayOf(0), write(values[0] ?? 0), dayOf(last), write(values[last] ?? 0))}
      onPointerMove={move}
      onPointerLeave={() => setOver(undefined)}
    >
      {gridOf(top).map(({ value, y }) => (
        <g key={value}>
          <path className="grid" d={`M0 ${y}H592`} />
          <text x="600" y={y + 4}>
            {write(value)}
          </text>
        </g>
      ))}
      <path className="area" d={areaOf(points)} />
      <path className="line" d={pathOf(points)} />
      {point && <circle className="dot" cx={point[0]} cy={point[1]} r="3.5" />}
      {over !== undefined && point && (
        <text className="shown-day" x={Math.min(540, Math.max(50, point[0]))} y="14" textAnchor="middle">
          {`${dayOf(at)}: ${write(values[at] ?? 0)}`}
        </text>
      )}
      {daysShown(values.length).map((n) => (
        <text key={n} x={points[n]?.[0]} y="156" textAnchor={anchorOf(n)}>
          {dayOf(n)}
        </text>
      ))}
    </svg>
  )
}
