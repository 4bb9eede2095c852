import type { WebhookEvent } from '@sheaf/contract/webhooks'

interface BotWords {
  heading: (events: number) => string
  events: Record<Exclude<WebhookEvent, 'feedback.visitors'> | 'test.ping', string>
  /** A comment, a note or a request with its text. */
  says: (event: string, text: string) => string
  by: (name: string, via: string, time: string) => string
  more: (events: number) => string
  all: string
  meanings: (texts: string[], more: number) => string
}

export const botWords: Record<'en' | 'zh', BotWords> = {
  en: {
    heading: (events) => (events === 1 ? 'A change' : `${events} changes`),
    events: {
      'page.created': 'New page',
      'page.changed': 'Page changed',
      'page.moved': 'Page moved',
      'page.deleted': 'Page deleted',
      'page.recovered': 'Page recovered',
      'catalog.created': 'New catalog',
      'catalog.renamed': 'Catalog renamed',
      'catalog.moved': 'Catalog moved',
      'catalog.deleted': 'Catalog deleted',
      'item.imported': 'Pages imported',
      'item.archived': 'Item archived',
      'suggestion.opened': 'New suggestion',
      'suggestion.accepted': 'Suggestion accepted',
      'suggestion.declined': 'Suggestion declined',
      'suggestion.withdrawn': 'Suggestion withdrawn',
      'comment.created': 'New comment',
      'comment.resolved': 'Discussion resolved',
      'feedback.note': 'Note of a reader',
      'access.asked': 'Request for access',
      'page.verified': 'Page verified',
      'review.due': 'Review due',
      'test.ping': 'This is a test. Messages of this webhook arrive here.',
    },
    says: (event, text) => `${event}: ${text}`,
    by: (name, via, time) => `${name}${via ? `, via ${via}` : ''}, ${time}`,
    more: (events) => `and ${events} more`,
    all: 'All changes',
    meanings: (texts, more) => `${texts.join('; ')}${more > 0 ? `; ${more} more` : ''}`,
  },
  zh: {
    heading: (events) => `${events} 处变更`,
    events: {
      'page.created': '新建页面',
      'page.changed': '页面已修改',
      'page.moved': '页面已移动',
      'page.deleted': '页面已删除',
      'page.recovered': '页面已恢复',
      'catalog.created': '新建目录',
      'catalog.renamed': '目录已重命名',
      'catalog.moved': '目录已移动',
      'catalog.deleted': '目录已删除',
      'item.imported': '页面已导入',
      'item.archived': '项目已归档',
      'suggestion.opened': '收到修改建议',
      'suggestion.accepted': '修改建议已采纳',
      'suggestion.declined': '修改建议未采纳',
      'suggestion.withdrawn': '修改建议已撤回',
      'comment.created': '新评论',
      'comment.resolved': '讨论已解决',
      'feedback.note': '读者反馈',
      'access.asked': '访问申请',
      'page.verified': '页面已核实',
      'review.due': '页面待复核',
      'test.ping': '这是一条测试消息，该 Webhook 的消息会发送到这里。',
    },
    says: (event, text) => `${event}：${text}`,
    by: (name, via, time) => `${name}${via ? `（通过 ${via}）` : ''}，${time}`,
    more: (events) => `另有 ${events} 处变更`,
    all: '查看全部变更',
    meanings: (texts, more) => `${texts.join('；')}${more > 0 ? `；另有 ${more} 处` : ''}`,
  },
}
