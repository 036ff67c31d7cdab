// The starters are files of the repository: the bundle has their text.
declare module '*.py' { const text: string; export default text; }
declare module '*.c' { const text: string; export default text; }
