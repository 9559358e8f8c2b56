/** Writes the lines before the values of a metric, in the text format of Prometheus. */
export const family = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];
