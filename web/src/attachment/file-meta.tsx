import { siteTime, sizeOf } from '../lib/format.ts'
import { useLanguage } from '../lib/words.ts'

/** "86 KB · 18 Nov 2026, 16:40" */
export function FileMeta({ size, addtime }: { size: string; addtime: string }) {
  const language = useLanguage()
  return (
    <span className="muted at-meta">
      {sizeOf(Number(size))} · {siteTime(addtime, language)}
    </span>
  )
}
