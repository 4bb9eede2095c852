/** The URL of `name.worker` next to the module `home` (its import.meta.url): .ts in the sources, .js in a build, which has one folder. */
export const workerFile = (home: string, name: string) => new URL(`./${name}.worker.${home.endsWith('.ts') ? 'ts' : 'js'}`, home)
