const two = (n: number) => String(n).padStart(2, '0')

/** A moment as the value of a date field, in the time zone of the browser. */
export function dayOf(seconds: string) {
  const at = new Date(Number(seconds) * 1000)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

export const secondsOf = (day: string) => String(Math.round(new Date(`${day}T00:00`).getTime() / 1000))
