/*
 * Reading text: what a reader sees of a page, as blocks and as one text. Comments are anchored in it.
 *
 * - `readingOf(markdown, { language?, shared? }): Reading` gives the blocks and the text of a page.
 * - `readingOfElements(root, { base?, sourceOf? }): ElementBlock[]` finds the same blocks in the document that `render` made.
 * - `placeInElements(block, offset, side)` is the text node and the offset in it for an offset in a block's text, for ranges.
 * - `offsetInBlock(block, node, offset)` is the opposite, for selections.
 */
export type { BlockKind, Reading, ReadingBlock } from './block-reader.ts'
export { type ElementBlock, offsetInBlock, type PageNode, placeInElements, readingOfElements } from './elements.ts'
export { readingOf } from './reading-text.ts'
