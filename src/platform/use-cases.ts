type Bound<UseCase> = UseCase extends (deps: never, ...request: infer Request) => infer Answer
  ? (...request: Request) => Answer
  : never

/** Binds the use cases of a service: named functions that take their dependencies first. */
export function withDeps<Deps, UseCases extends Record<string, (deps: Deps, ...request: never[]) => unknown>>(
  deps: Deps,
  useCases: UseCases,
): { [Name in keyof UseCases]: Bound<UseCases[Name]> } {
  const bound = Object.entries(useCases).map(([name, useCase]) => [
    name,
    (...request: never[]) => useCase(deps, ...request),
  ])
  return Object.fromEntries(bound)
}
