# The names of the functions that a header declares.
/get_option_handle/d
s/^[a-z].*[ *]\(\(ipasir2\|ipasir\|gemsat\)_[a-z_]*\)(.*/\1/p
