const sizes = new Map<string, { width: number; height: number }>()

/** Pictures known from before get their size at once, so that a changed paragraph does not jump while they load again. */
export function keepSizes(root: HTMLElement, fresh: Element[]) {
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
