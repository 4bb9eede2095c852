const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** As ShowDoc stores what people type: its readers undo it once. */
export const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => entities[one] as string)

/** 2026-11-20 16:53:45 in China, where ShowDoc's clocks are. */
export const chinaTime = (seconds: number) => new Date((seconds + 8 * 3600) * 1000).toISOString().replace('T', ' ').slice(0, 19)
