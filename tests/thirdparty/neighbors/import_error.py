"""A plugin that needs what is not there."""

import no_such_module_anywhere  # noqa: F401
