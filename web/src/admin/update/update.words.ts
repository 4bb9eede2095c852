import { words } from '../../lib/words.ts'

export const updateWords = words({
  title: 'System update',
  failedTitle: 'The check for a newer version failed',
  here: ['This is Sheaf {version}.', 'version'],
  newest: 'There is nothing newer.',
  from: ['New versions come from {place}, and are taken only if they are signed with the key of this server.', 'place'],
  again: 'Look again',
  looking: 'Looking…',
  found: ['Sheaf {version} is there', 'version'],
  staged: 'Downloaded and checked.',
  news: 'What is new',
  update: ['Update to {version}…', 'version'],
  failedBefore: [
    'Version {version} could not be started ({problem}). The version before runs again, with the database as it was.',
    'version',
    'problem',
  ],

  dialogTitle: ['Update to Sheaf {version}?', 'version'],
  dialogText:
    'It is downloaded and checked first. Then the server stops for about half a minute, copies its database and starts as the new version. If that does not start, the old one comes back with the copy.',
  dialogTextPostgres:
    'It is downloaded and checked first. Then the server stops for about half a minute and starts as the new version. If that does not start, the old one comes back; the database is yours to keep safe.',
  writing: 'Users who are editing keep their text in the browser and can save it afterwards.',
  password: 'Your password',
  passwordMissing: 'Please enter your password',
  hasBackup: 'I have made a backup of the PostgreSQL database',
  backupMissing: 'Please make one first, for instance with “npx --no-install sheaf backup”',
  do: 'Update now',
  downloading: 'Downloading and checking…',
  switching: 'Switching…',

  awayTitle: ['Sheaf {version} is being started', 'version'],
  away: ['This page reloads in {seconds} seconds.', 'seconds'],
  awayLonger: 'It takes a little longer. This page reloads as soon as the server answers.',
  awayLong:
    'The server has not answered for two minutes. A large database takes its time; if it stays like this, look at what the server writes where it was started.',

  byHand: 'Update by hand',
  off: 'Updating from here is switched off. It needs an update source and its public key: the settings UPDATE_SOURCE and UPDATE_PUBLIC_KEY, which the manual describes.',
  container: 'This server runs in a container. A container is not changed from within: it is replaced by one of the new version.',
  unsupervised:
    'There is an update source, but the server was not started with “npm start”, so that nothing is there to start another version of it.',
  several:
    'Several servers work on this database. They are updated where they run, all of them before the new version serves anybody; docs/scale.md describes how.',
  git: 'This installation is a checkout of the source:',
  docker: 'Run these commands in the folder of the compose file:',
  kubernetes:
    'Get the new version of the chart or name the new image. Replace the name of the release, the namespace and the image with your own:',
  terminal: 'Terminal',
  registry: 'Image from a registry',
  source: 'Image built from the source',
  chart: 'Helm chart',
  manifest: 'Plain manifests',
  folder: 'Put the new version over this folder, then:',
  backupFirst: 'Make a backup first; an older version does not open a newer database reliably.',
})
