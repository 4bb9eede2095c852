import { useWords } from '../lib/words.ts'
import { attachmentWords } from './attachment.words.ts'

const inM = (m: number) => `${m >= 100 ? Math.round(m) : Number(m.toFixed(2))} M`

/** What one's files take and how much was fetched of them this month, in M. */
export function Usage({ usage }: { usage: { used_m: number; used_flow_m: number } | undefined }) {
  const t = useWords(attachmentWords)
  return (
    <p className="at-usage num">
      {usage && (
        <>
          <span>{t.used(inM(usage.used_m))}</span>
          <span>{t.flow(inM(usage.used_flow_m))}</span>
        </>
      )}
    </p>
  )
}
