/** The file of `name.worker` beside the module `home` (its import.meta.url): sources run as they are, a build keeps all of them in one folder. */
export const workerFile = (home: string, name: string) => new URL(`./${name}.worker.${home.endsWith('.ts') ? 'ts' : 'js'}`, home)
