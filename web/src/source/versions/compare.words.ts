import { words } from '../../lib/words.ts'

export const compareWords = words({
  title: 'Compare two versions',
  about: 'What changed between any two stored versions. The address of this page keeps the choice.',
  from: 'From',
  to: 'To',
  compare: 'Compare',
  comparing: 'Comparing…',
  option: ['{label} · {date}', 'label', 'date'],
  now: ['{version} (shown now)', 'version'],
  held: ['{version} (on hold)', 'version'],
  result: ['From {from} to {to}', 'from', 'to'],
  same: 'There is no change between these versions that affects users.',
  itself: 'Choose two different versions.',
  failed: 'The versions could not be compared',
  missing: 'One of these versions is no longer stored. Choose another one.',
})
