/*
 * Anchors of comments: text of one version of a page, carried through later versions. Pure, the same on the server and in the browser.
 * `ReadText` is what `readingOf` of the package markdown returns.
 *
 * - `makeAnchor(reading, from, to, version?): Anchor | null` is the anchor of a selection.
 * - `settleAnchor(reading, sent, version?): Anchor | null` checks an anchor that a client sent, and completes it.
 * - `carryAnchors(old, newer, places, budget?): Carried[]` and `carryAnchor(old, newer, place): Carried` give the place in the next version.
 * - `findAgain(reading, anchor, budget?): Carried` looks for a lost one in a later version, or for one whose versions are pruned.
 */
export { carryAnchor, carryAnchors } from './carry.ts'
export { findAgain } from './find.ts'
export { makeAnchor, settleAnchor } from './make.ts'
export { quoteOf } from './quote.ts'
export { type Anchor, type AnchorKind, AROUND_MAX, type Carried, PASSAGE_MAX, type Place, QUOTE_MAX, type ReadText } from './types.ts'
