import type { WebhookKind } from '@sheaf/contract/webhooks'
import { Webhook as Sign } from 'lucide-react'
import type { webhookWords } from './webhook.words.ts'

type Texts = (typeof webhookWords)['en']

const letters: Record<Exclude<WebhookKind, 'json'>, string> = { wecom: '微', dingtalk: '钉', feishu: '飞', slack: 'S' }
const looks: Record<WebhookKind, string> = {
  json: 'hook-sign',
  wecom: 'hook-sign wecom',
  dingtalk: 'hook-sign dingtalk',
  feishu: 'hook-sign feishu',
  slack: 'hook-sign',
}

/** The sign of a kind, decoration next to its name. */
export const KindSign = ({ kind }: { kind: WebhookKind }) => (
  <span className={looks[kind]} aria-hidden="true">
    {kind === 'json' ? <Sign className="i" /> : letters[kind]}
  </span>
)

/** Why an attempt failed, as the end of a sentence. */
export function problemText(t: Texts, { problem, status, said }: { problem: string; status: string; said: string }): string {
  const texts: Record<string, string> = {
    status: t.pStatus(status),
    redirect: t.pRedirect(status),
    gone: t.pGone,
    tooFast: t.pTooFast,
    signature: t.pSignature,
    address: t.pAddress,
    bot: t.pBot(said),
    timeout: t.pTimeout,
    name: t.pName,
    unreachable: t.pUnreachable,
    certificate: t.pCertificate,
    brokenOff: t.pBrokenOff,
    forbidden: t.pForbidden,
    sealed: t.pSealed,
    restored: t.pRestored,
  }
  return texts[problem] ?? problem
}
