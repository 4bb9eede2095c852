import { requestId } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'

type TabMessage = 'here' | 'too' | 'gone' | 'given'

interface TabHandlers {
  /** Another tab has closed the page. */
  onGone: () => void
  /** In another tab the writer has given the page free. */
  onGiven: () => void
}

/**
 * The tabs of this browser in which one page is being written. They hold one lock together: the last one to leave gives it
 * back, and those that stay behind renew it.
 */
export function joinTabs(page_id: string, { onGone, onGiven }: TabHandlers) {
  const me = requestId()
  const others = new Set<string>()
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`sheaf.lock${readBoot().base}.${page_id}`) : undefined
  const say = (word: TabMessage) => channel?.postMessage({ from: me, word })
  channel?.addEventListener('message', ({ data: { from, word } }: MessageEvent<{ from: string; word: TabMessage }>) => {
    if (word === 'here' || word === 'too') others.add(from)
    else others.delete(from)
    if (word === 'here') say('too')
    if (word === 'gone') onGone()
    if (word === 'given') onGiven()
  })
  say('here')
  return {
    alone: () => others.size === 0,
    /** Forgets the tabs that have crashed: those that live answer at once. */
    ask() {
      others.clear()
      say('here')
    },
    leave(word: 'gone' | 'given') {
      say(word)
      channel?.close()
    },
  }
}

export type Tabs = ReturnType<typeof joinTabs>
