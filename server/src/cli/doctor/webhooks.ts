import { type CheckTarget, type Finding, good, note } from './finding.ts'

/** Receivers that are named; the administration lists all. */
const NAMED_MAX = 5

/** Whether the receivers of webhooks are reached, and whether anything is sent at all. */
export async function checkWebhooks({ config: { OUTBOUND }, db }: CheckTarget): Promise<Finding> {
  const used = await db.selectFrom('webhook').select(['host', 'state']).where('is_on', '=', 1).orderBy('webhook_id').execute()
  if (used.length === 0) return good('No webhooks are in use.', '没有正在使用的 Webhook。')
  if (OUTBOUND === 'off')
    return note(
      {
        en: `OUTBOUND is off, so ${used.length} webhooks send nothing.`,
        zh: `OUTBOUND 为 off，${used.length} 个 Webhook 不发送任何内容。`,
      },
      { en: 'Remove OUTBOUND=off, or pause the webhooks.', zh: '请去掉 OUTBOUND=off，或暂停这些 Webhook。' },
    )
  const failing = used.filter(({ state }) => state !== 'ok')
  if (failing.length === 0) return good('The receivers of all webhooks are reached.', '所有 Webhook 均可送达。')
  const hosts = [...new Set(failing.map(({ host }) => host))]
  const named = hosts.slice(0, NAMED_MAX).join(', ') + (hosts.length > NAMED_MAX ? ', …' : '')
  return note(
    { en: `${failing.length} webhooks do not reach ${named}.`, zh: `${failing.length} 个 Webhook 无法送达：${named}。` },
    {
      en: 'Look at their delivery log under Administration, Webhooks. Addresses inside need OUTBOUND_ALLOW.',
      zh: '请在“管理后台 › Webhook”中查看投递记录。内部地址须写入 OUTBOUND_ALLOW。',
    },
  )
}
