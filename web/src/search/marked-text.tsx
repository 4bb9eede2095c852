import type { Marked } from './palette-rows.ts'

/** A text with its ranges marked; what stands in it is text, whatever it looks like. */
export function MarkedText({ text, marks }: Marked) {
  let end = 0
  return (
    <>
      {marks.map(([from = 0, to = 0]) => {
        const before = text.slice(end, from)
        end = to
        return (
          <span key={from}>
            {before}
            <mark>{text.slice(from, to)}</mark>
          </span>
        )
      })}
      {text.slice(end)}
    </>
  )
}
