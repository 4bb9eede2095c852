import type { Text } from '@codemirror/state'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useBoot } from '../../lib/boot.ts'
import { useLanguage } from '../../lib/words.ts'
import { enhanceArticle } from '../../reading/article/enhance.ts'
import { toast } from '../../ui/toast.ts'
import type { Editing } from '../view.ts'
import { type Block, patch } from './patch.ts'
import { createRenderer, type Renderer } from './render.ts'

const sizes = new Map<string, { width: number; height: number }>()

/** Pictures known from before get their size at once, so that a changed paragraph does not jump while they load again. */
function keepSizes(root: HTMLElement, fresh: Element[]) {
  for (const image of fresh.flatMap((element) => [...element.querySelectorAll('img')])) {
    const known = sizes.get(image.src)
    if (!known || image.hasAttribute('width') || image.hasAttribute('height') || image.style.width) continue
    image.width = known.width
    image.height = known.height
  }
  if (root.dataset['sizes']) return
  root.dataset['sizes'] = 'kept'
  root.addEventListener(
    'load',
    ({ target }) => {
      if (!(target instanceof HTMLImageElement) || !target.naturalWidth) return
      sizes.set(target.src, { width: target.naturalWidth, height: target.naturalHeight })
    },
    true,
  )
}

/** Longer texts are rendered less often; the render itself is in a worker, but what it answers has to be laid out here. */
const renderDelay = (length: number) => (length < 20_000 ? 150 : length < 100_000 ? 300 : 600)

const say = (text: string, failed?: true) => toast(text, failed ? 'bad' : 'ok')

interface Options {
  editing: Editing
  root: RefObject<HTMLElement | null>
  /** Whether the preview can be seen at all. */
  shown: boolean
  /** Whether it follows every change; if not, it is a picture of the text as it was when it was last asked for. */
  live: boolean
  onDrawn: () => void
}

/** Draws the text of the editor into `root`. Answers the blocks drawn, whether the text has moved on since, and whether it was too hard. */
export function useLivePreview({ editing, root, shown, live, onDrawn }: Options) {
  const { base } = useBoot()
  const language = useLanguage()
  const [stale, setStale] = useState(false)
  const [drawn, setDrawn] = useState(false)
  const [plain, setPlain] = useState(false)
  const blocks = useRef<Block[]>([])
  const renderer = useRef<Renderer>(undefined)
  const last = useRef<Text>(undefined)
  const takeBack = useRef<() => void>(undefined)

  const draw = useCallback(async () => {
    const { doc } = editing.view.state
    renderer.current ??= createRenderer({ base, language, lines: true })
    last.current = doc
    const rendered = await renderer.current.render(doc.toString())
    const article = root.current
    if (!rendered || !article) return
    if (rendered.needs.includes('math')) await import('katex/dist/katex.min.css').catch(() => {})
    takeBack.current?.()
    const { blocks: next, fresh } = patch(article, blocks.current, rendered.html)
    blocks.current = next
    keepSizes(article, fresh)
    takeBack.current = enhanceArticle(article, { language, say })
    setDrawn(true)
    setPlain(rendered.plain === true)
    setStale(last.current !== doc)
    onDrawn()
  }, [editing, root, base, language, onDrawn])

  useEffect(
    () => () => {
      takeBack.current?.()
      renderer.current?.stop()
      renderer.current = undefined
      last.current = undefined
    },
    [],
  )

  useEffect(() => {
    if (!shown) return
    let timer: ReturnType<typeof setTimeout> | undefined
    if (last.current !== editing.view.state.doc && (live || !last.current)) void draw()
    const forget = editing.listen((update) => {
      if (!update.docChanged) return
      if (!live) return setStale(true)
      clearTimeout(timer)
      timer = setTimeout(() => void draw(), renderDelay(update.state.doc.length))
    })
    return () => {
      forget()
      clearTimeout(timer)
    }
  }, [editing, shown, live, draw])

  return { blocks, stale, drawn, plain, draw }
}
