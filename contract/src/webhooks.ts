/** The forms of a webhook: signed JSON for programs, and the messages of chat bots. */
export const WEBHOOK_KINDS = ['json', 'wecom', 'dingtalk', 'feishu', 'slack'] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** What a webhook can be sent: each type of change. `test.ping` is always sent. */
export const WEBHOOK_EVENTS = [
  'page.created',
  'page.changed',
  'page.moved',
  'page.deleted',
  'page.recovered',
  'catalog.created',
  'catalog.renamed',
  'catalog.moved',
  'catalog.deleted',
  'item.imported',
  'item.archived',
  'suggestion.opened',
  'suggestion.accepted',
  'suggestion.declined',
  'suggestion.withdrawn',
  'comment.created',
  'comment.resolved',
  'feedback.note',
  /** Of visitors: sent as `feedback.note` like those of people who are signed in. */
  'feedback.visitors',
  'access.asked',
  'page.verified',
  'review.due',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Hosts of the bots of each kind. A bot inside that the operator allowed can have any host. */
export const BOT_HOSTS: Record<Exclude<WebhookKind, 'json'>, readonly string[]> = {
  wecom: ['qyapi.weixin.qq.com'],
  dingtalk: ['oapi.dingtalk.com'],
  feishu: ['open.feishu.cn', 'open.larksuite.com'],
  slack: ['hooks.slack.com'],
}

/** Kinds whose messages are signed with a secret that their chat shows. */
export const SIGNED_BOTS: readonly WebhookKind[] = ['dingtalk', 'feishu']

export const WEBHOOK_NAME_MAX = 60
export const WEBHOOK_URL_MAX = 2000
export const WEBHOOKS_PER_ITEM_MAX = 20
export const WEBHOOKS_OF_SITE_MAX = 50
/** Hours that the previous secret stays valid after a new one was made. */
export const SECRET_OVERLAP_HOURS = 24
/** Days that the log of deliveries is kept, and deliveries of one webhook at most. */
export const DELIVERY_DAYS = 30
export const DELIVERIES_MAX = 1000
