/** The name of the tool with which a model searches a knowledge base. */
export const SEARCH_TOOL = 'search_knowledge'
