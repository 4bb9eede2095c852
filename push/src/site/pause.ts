/** Seconds to wait before the next try: what the site asks for, else longer each time, and never the same for all who wait. */
export function pauseBefore(tries: number, retryAfter: string | null, chance = Math.random): number {
  const asked = Number(retryAfter)
  if (retryAfter && Number.isFinite(asked)) return Math.min(Math.max(asked, 1), 120)
  return Math.round(Math.min(2 ** (tries - 1), 30) * (5 + 5 * chance())) / 10
}
